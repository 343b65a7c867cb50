import { inputsOf } from '../scale/inputs.ts';

const whole = (name: string, fallback: number): number => {
  const text = process.env[name];
  if (!text) return fallback;
  if (!/^\d+$/.test(text)) throw new Error(`${name}=${text}: a whole number, please.`);
  return Number(text);
};

/** Sizes of the measurements, from the environment; with the defaults a run takes a quarter of an hour on two cores. */
export const settings = () => ({
  seed: whole('BENCH_SEED', 20_261_121),
  gateway: {
    rounds: whole('BENCH_ROUNDS', 6),
    milliseconds: whole('BENCH_ROUND_MS', 1_000),
    connections: whole('BENCH_CONNECTIONS', 64),
    /** 1 also runs the gateway under --cpu-prof and reports its profile. */
    profile: whole('BENCH_PROFILE', 1) === 1,
  },
  statements: {
    installments: whole('BENCH_STATEMENTS_INSTALLMENTS', 100_000),
    rounds: whole('BENCH_STATEMENTS_ROUNDS', 7),
    /** Of each question in a round. */
    answers: whole('BENCH_STATEMENTS_ANSWERS', 150),
  },
  commits: { rounds: whole('BENCH_COMMIT_ROUNDS', 5), milliseconds: whole('BENCH_COMMIT_MS', 1_000) },
  lists: {
    sizes: (process.env.BENCH_SIZES ?? '1000,100000,1000000').split(',').map(Number),
    rounds: whole('BENCH_LIST_ROUNDS', 40),
  },
  catalogue: {
    sizes: (process.env.BENCH_PRODUCTS ?? '1000,100000').split(',').map(Number),
    rounds: whole('BENCH_CATALOGUE_ROUNDS', 30),
  },
  purchases: {
    /** Of the larger account; the smaller one has a hundred of everything. */
    products: whole('BENCH_PURCHASE_PRODUCTS', 100_000),
    orders: whole('BENCH_ORDERS', 10_000),
    quotes: whole('BENCH_QUOTES', 200),
    rounds: whole('BENCH_PURCHASE_ROUNDS', 30),
  },
  /** Of the large account; a small one has 1,000, and there are a thousand of them. */
  partitioning: { installments: whole('BENCH_PARTITION_INSTALLMENTS', 1_000_000) },
  overview: {
    installments: whole('BENCH_OVERVIEW_INSTALLMENTS', 1_000_000),
    rounds: whole('BENCH_OVERVIEW_ROUNDS', 30),
  },
  importing: {
    installments: whole('BENCH_IMPORT_INSTALLMENTS', 100_000),
    /** Of the list of expenses alone, before the import. */
    seconds: whole('BENCH_IMPORT_SECONDS', 20),
  },
  /** Of the report of bills due; even. */
  reports: { rows: whole('BENCH_REPORT_ROWS', 100_000) },
  /** A list of expenses has four fifteenths of these rows. */
  exports: { installments: whole('BENCH_EXPORT_INSTALLMENTS', 375_000) },
  processes: {
    rounds: whole('BENCH_PROCESS_ROUNDS', 10),
    milliseconds: whole('BENCH_PROCESS_MS', 1_500),
    /** Folder `dist` of another build, which is measured beside this one. */
    other: process.env.BENCH_OTHER_DIST,
  },
  subscribers: whole('BENCH_SUBSCRIBERS', 10_000),
  /** Inputs of the model: BENCH_SCALE_USERS and others, which the part lists. */
  scale: inputsOf(process.env),
  day: { users: whole('BENCH_USERS', 50), seconds: whole('BENCH_DAY_SECONDS', 300) },
});

export type Settings = ReturnType<typeof settings>;
