/** Most rows of a list on paper: more pages than anybody reads, and than what lays them out has memory for. */
export const MOST_PRINTED_ROWS = 5_000;

/** Most columns of a list on paper; twenty of them share the width of a landscape page. */
export const MOST_PRINTED_COLUMNS = 24;

/** Longest text of a cell. */
export const LONGEST_PRINTED_CELL = 4_000;

/** Longest fact of the head, such as a search or a filter. */
export const LONGEST_PRINTED_FACT = 500;
