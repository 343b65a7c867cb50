/** Most suites that may be run again: more of them are no accident. */
const MOST = 5;
/** A page, a browser and a server share two cores, and what a user sees within a moment is asserted. Nothing else is run again. */
const OF_SCREENS = 'tests/web/';

/**
 * Which red suites of a whole run are run once more, by themselves: none when it exceeded its budget, when a suite is not one
 * of screens, or when there are too many (docs/decisions/0112).
 */
export const secondRunOf = (red, excess) =>
  excess.length === 0 && red.length <= MOST && red.every((path) => path.startsWith(OF_SCREENS)) ? red : [];
