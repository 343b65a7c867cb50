/** What is told of an event: which row, where it is and where to read it; no money, and nothing of people. */
interface Told {
  type: string;
  at: string | Date;
  data: Record<string, unknown>;
}

/** The body of every attempt of an event; `url` becomes one that a program can call with its token. */
export const bodyOf = ({ type, at, data }: Told, publicUrl: string): string => {
  // What is stored has no order of its own.
  const { id, entity, companyId, buildingIds, number, name, url: path, ...rest } = data;
  const url = typeof path === 'string' ? publicUrl + path : null;
  return JSON.stringify({
    type,
    timestamp: new Date(at).toISOString(),
    data: { id, entity, companyId, buildingIds, number, name, url, ...rest },
  });
};
