"""Tables over the network: a stack of packages. Each imports only from the packages below it.

client        one seat at a table: session, requests, reconnect
migration     the host is gone: follow another host, or become it
verification  a client replays finished deals, compares transcripts, keeps evidence
host          the process that runs one room, with its sockets, disk and bots
discovery     which tables exist
transport     this machine's sockets and TLS
storage       this machine's files
room, match   people and their match, without input or output: messages and time go in, effects come out
wire, crypto  frames, messages, limits; proofs
"""
