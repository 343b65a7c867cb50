/** A saved query: its first line is its name, as a comment. */
export interface Example {
  name: string;
  query: string;
  /** Names of its variables. */
  variables: string[];
}

const texts: Record<string, string> = import.meta.glob('./examples/*.graphql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In the order of their file names. */
export const EXAMPLES: readonly Example[] = Object.keys(texts)
  .sort()
  .map((path) => {
    const query = texts[path] ?? '';
    return {
      name: /^# (.+)/.exec(query)?.[1] ?? path,
      query,
      variables: [...new Set([...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => name))],
    };
  });
