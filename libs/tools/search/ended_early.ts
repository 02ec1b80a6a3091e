/** For a search that reached its time limit without a match: that must not read as if there were none. */
export const ENDED_EARLY = 'The search did not end in time.'
