import { setTimeout as wait } from 'node:timers/promises';

/** A parsed line of the log. */
export type LogLine = Record<string, unknown>;

/** Captures log output at the most verbose level. */
export const captureLogs = () => {
  const written: string[] = [];
  const lines = (): LogLine[] => written.map((line) => JSON.parse(line) as LogLine);
  return {
    logger: { level: 'trace', stream: { write: (line: string) => void written.push(line) } },
    /** The whole log as one text, to assert what it must not contain. */
    text: () => written.join(''),
    lines,
    /** Waits until `count` lines match and returns them: the log line may follow the response. */
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
