/** What is told of an event: which row, where it is and where to read it; no money, and nothing of people. */
interface Told {
  type: string;
  at: string | Date;
  data: object;
}

/** The body of every attempt of an event; `url` becomes one that a program can call with its token. */
export const bodyOf = ({ type, at, data }: Told, publicUrl: string): string => {
  const path: unknown = Reflect.get(data, 'url');
  const url = typeof path === 'string' ? publicUrl + path : null;
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { ...data, url } });
};
