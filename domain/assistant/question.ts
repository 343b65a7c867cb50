/** Maximum characters of a question (specification §7). */
export const LONGEST_QUESTION = 500;
