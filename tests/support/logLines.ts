import { setTimeout as wait } from 'node:timers/promises';

/** A line of the log as written, for the test to look into. */
export type LogLine = Record<string, unknown>;

/** Keeps what loggers write, at the most talkative level. */
export const captureLogs = () => {
  const written: string[] = [];
  const lines = (): LogLine[] => written.map((line) => JSON.parse(line) as LogLine);
  return {
    logger: { level: 'trace', stream: { write: (line: string) => void written.push(line) } },
    /** Everything, as one text to search for what must not be there. */
    text: () => written.join(''),
    lines,
    /** The lines that match, once there are `count` of them: a line follows its answer. */
    find: async (wanted: (line: LogLine) => boolean, count = 1): Promise<LogLine[]> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const found = lines().filter(wanted);
        if (found.length >= count) return found;
        await wait(20);
      }
      throw new Error(`no ${count} such lines in:\n${written.slice(-20).join('')}`);
    },
  };
};
