import { type Habit, HABITS } from '../day/habits.ts';
import type { Inputs } from './inputs.ts';

/** What one answer takes of each part, in milliseconds of a core. */
export interface Processor {
  gateway: number;
  services: number;
  postgres: number;
}

/** Measured over 100,000 installments, statements planned once (decision 114; `npm run bench -- statements`). */
export const ANSWERS = {
  list: { gateway: 2.4, services: 4.0, postgres: 3.3 },
  document: { gateway: 1.6, services: 2.8, postgres: 1.9 },
  payment: { gateway: 3.1, services: 5.8, postgres: 11.6 },
  session: { gateway: 0.6, services: 0.7, postgres: 0.4 },
} as const satisfies Record<string, Processor>;
export type Answer = keyof typeof ANSWERS;

/** What is taken for each operation of the day (bench/day): its own measurement, or that of the nearest one. */
const TAKEN_FOR: Record<Habit, Answer> = {
  list: 'list',
  'next page': 'list',
  search: 'list',
  'open one': 'document',
  installments: 'list',
  wallets: 'list',
  statement: 'list',
  suppliers: 'list',
  'enter an expense': 'payment',
  pay: 'payment',
  'undo a payment': 'payment',
};

/** What a replica answers where there is one: lists of expenses, income and installments (decision 117). */
const OF_REPLICA: readonly Habit[] = ['list', 'next page', 'search', 'installments'];

/** Answers for one operation of a user: the mix of the day, and the session now and then. */
export const mixOf = ({ sessions }: Inputs): Record<Answer, number> => {
  const mix = { list: 0, document: 0, payment: 0, session: sessions };
  for (const [habit, percent] of HABITS) mix[TAKEN_FOR[habit]] += percent / 100;
  return mix;
};

/** Share of the operations that a replica answers; all of them are lists. */
export const SHARE_OF_REPLICA = HABITS.reduce(
  (sum, [habit, percent]) => sum + (OF_REPLICA.includes(habit) ? percent / 100 : 0),
  0,
);

export interface Load {
  /** In the busy hour, of users. */
  operations: number;
  writes: number;
  sockets: number;
  /** Cores that are busy, by part. */
  busy: Processor;
  /** Cores of PostgreSQL that a replica takes over, and those of the questions that the primary answers instead. */
  moved: number;
  asked: number;
}

/** What so many accounts ask in a second of the busy hour. */
export const loadOf = (accounts: number, inputs: Inputs): Load => {
  const working = accounts * inputs.users * inputs.active;
  const operations = (working * inputs.pace) / 60;
  const mix = mixOf(inputs);
  /** Cores that a share of all operations keeps busy, where one takes so many milliseconds. */
  const cores = (share: number, milliseconds: number): number =>
    (operations * share * milliseconds * inputs.otherWork * inputs.processor) / 1000;
  const busyOf = (part: keyof Processor): number =>
    Object.entries(ANSWERS).reduce((sum, [answer, of]) => sum + cores(mix[answer as Answer], of[part]), 0);
  return {
    operations,
    writes: operations * mix.payment * inputs.otherWork,
    sockets: working * inputs.sockets,
    busy: { gateway: busyOf('gateway'), services: busyOf('services'), postgres: busyOf('postgres') },
    moved: cores(SHARE_OF_REPLICA, ANSWERS.list.postgres),
    asked: cores(SHARE_OF_REPLICA, inputs.question),
  };
};
