"""A page in which a browser watches a table: a small web server, and a spectator's program for each tab."""
