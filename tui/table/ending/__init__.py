"""What the screen tells of a match that is over: places, feats, one line of story, and the totals as a chart."""
