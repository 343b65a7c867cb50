/** Operations with their frequency in percent. */
export const HABITS = [
  ['list', 28],
  ['next page', 8],
  ['search', 6],
  ['open one', 18],
  ['installments', 8],
  ['wallets', 4],
  ['statement', 3],
  ['suppliers', 5],
  ['enter an expense', 9],
  ['pay', 8],
  ['undo a payment', 3],
] as const;
export type Habit = (typeof HABITS)[number][0];
