/** What a number rests on: a measurement, with where it is told, or nothing but a guess. */
type Source = `decision ${number}` | 'docs/operations.md' | 'gateway/subscriptions.ts' | 'the goal' | 'assumption';

interface Described {
  value: number;
  unit: string;
  means: string;
  source: Source;
}

const described = (value: number, unit: string, means: string, source: Source): Described => ({
  value,
  unit,
  means,
  source,
});
const assumed = (value: number, unit: string, means: string): Described => described(value, unit, means, 'assumption');

/** Inputs of the model beside the processor of an answer (`load.ts`). The environment sets each: BENCH_SCALE_PACE for `pace`. */
export const INPUTS = {
  users: assumed(5, 'users', 'of an account'),
  active: assumed(0.2, 'of the users', 'work at the same time in the busy hour'),
  pace: assumed(6, 'operations a minute', 'of one who works'),
  sessions: assumed(0.05, 'an operation', 'readings of the session, when a page is opened'),
  otherWork: assumed(1.3, '× the load', 'reports, figures, imports, programs and jobs beside the mix'),
  processor: assumed(1, '× the measured', 'time that these cores take'),
  several: described(1.3, '× the processor', 'of a part that runs in several processes', 'decision 119'),
  question: assumed(0.2, 'ms', 'of PostgreSQL for the question whether the replica has all writes of the account'),
  utilisation: assumed(0.6, 'of a core', 'is used in the busy hour, at most'),

  installments: described(2_000, 'installments', 'of an account', 'the goal'),
  newInstallments: assumed(600, 'installments a year', 'that an account adds'),
  rowBytes: described(1_760, 'bytes', 'of an installment with its document, shares, sums and indexes', 'decision 113'),
  fileBytes: assumed(10_000, 'bytes', 'of attachments for each installment (one of 200 kB in twenty)'),
  accountBytes: assumed(500_000, 'bytes', 'of all else of an account'),
  diskFill: assumed(0.7, 'of a disk', 'is used, at most'),

  processBytes: described(200e6, 'bytes', 'of memory of a process', 'decision 119'),
  socketBytes: described(26_000, 'bytes', 'of memory of a socket with its stream', 'decision 7'),
  sockets: assumed(1, 'sockets', 'of one who works (one for each open tab)'),
  connectionBytes: assumed(10e6, 'bytes', "of memory of a connection, in PostgreSQL's process"),
  hot: assumed(0.1, 'of the rows', 'are read from memory, and have room there'),
  systemBytes: assumed(1e9, 'bytes', 'of memory of the system of a machine'),

  connections: described(21, 'connections', 'to the database, of a process of the services', 'docs/operations.md'),
  mostConnections: assumed(1_000, 'connections', 'that a PostgreSQL holds'),
  mostSockets: described(20_000, 'sockets', 'that a gateway holds', 'gateway/subscriptions.ts'),
  logBytes: described(12_800, 'bytes', 'of write-ahead log of an operation that writes', 'decision 116'),
  wholePages: assumed(4, '× the log', 'with the pages that are written whole after a checkpoint'),
  mostLogBytes: assumed(200e6, 'bytes a second', 'of log that a disk takes'),
  commit: described(1.1, 'ms', 'in which one commit that notifies keeps the others waiting', 'decision 116'),

  cores: assumed(32, 'cores', 'of the largest machine'),
  memoryOfCore: assumed(4e9, 'bytes', 'of memory for each core of a machine'),
  disk: assumed(8e12, 'bytes', 'of the largest disk'),
  partCores: assumed(8, 'cores', 'of a machine of gateways and services'),
  coreMonth: assumed(20, 'US$ a month', 'for a core with its memory'),
  diskMonth: assumed(0.1, 'US$ a month', 'for a GB of disk'),
  backupMonth: assumed(0.02, 'US$ a month', 'for a GB of backup'),
  backups: assumed(2, 'copies', 'of the database that are kept elsewhere'),
} as const satisfies Record<string, Described>;

export type Inputs = Record<keyof typeof INPUTS, number>;

/** Variable that sets an input: BENCH_SCALE_NEW_INSTALLMENTS for `newInstallments`. */
export const variableOf = (name: string): string =>
  `BENCH_SCALE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const positive = (variable: string, text: string): number => {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${variable}=${text}: a number above 0, please.`);
  return value;
};

/** The inputs, each from the environment or as described above. */
export const inputsOf = (environment: NodeJS.ProcessEnv): Inputs =>
  Object.fromEntries(
    Object.entries(INPUTS).map(([name, { value }]) => {
      const text = environment[variableOf(name)];
      return [name, text ? positive(variableOf(name), text) : value];
    }),
  ) as Inputs;
