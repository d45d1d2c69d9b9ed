"""Tables over the network: a stack of packages, each of which imports only from those below it.

client        one seat at a table: session, requests, reconnect
migration     the host is gone: follow another host, or become it
verification  a client replays finished deals, compares transcripts, keeps evidence
host          the process that runs one room: sockets, disk, bots
discovery     which tables exist
transport     this machine's sockets and TLS
storage       this machine's files
room, match   people and their match: messages and time go in, effects come out; no input or output
wire, crypto  frames, messages, limits; proofs
"""
