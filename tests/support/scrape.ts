export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus text as strictly as Prometheus: throws on an invalid line or a sample without a type. */
export const parseMetrics = (text: string): Sample[] => {
  const types = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    if (line.startsWith('# TYPE ')) types.add(line.split(' ')[2] ?? '');
    if (line.startsWith('#')) continue;
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    const family = [name, name.replace(/_(bucket|sum|count)$/, '')].find((one) => types.has(one));
    if (!family || Number.isNaN(Number(value.replace('Inf', 'Infinity')))) throw new Error(`unreadable: ${line}`);
    samples.push({
      name,
      labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text])),
      value: Number(value),
    });
  }
  return samples;
};

/** Sums the samples of a name with these labels. */
export const total = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
