/** Federative units in the order of the published sheets. */
export const STATES = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');
export const REGIMES = ['SD', 'CD', 'SE'] as const;
const SAO_PAULO = STATES.indexOf('SP');

/** Coefficients have seven places: 1.0000000 is 10,000,000. */
export const COEFFICIENT_UNIT = 10_000_000n;

export interface Line {
  kind: 'INSUMO' | 'COMPOSICAO';
  code: string;
  coefficient: bigint;
}

/** An input or a composition; prices in cents by regime and state, null where none is published. */
export interface Priced {
  code: string;
  name: string;
  unit: string;
  group: string;
  prices: (bigint | null)[][];
}
export interface Composition extends Priced {
  lines: Line[];
}

export interface Month {
  inputs: Priced[];
  compositions: Composition[];
}

export interface Size {
  inputs: number;
  compositions: number;
  /** Lines of each composition, about. */
  lines: number;
}

export const REAL_SIZE: Size = { inputs: 4_900, compositions: 9_400, lines: 7 };

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const UNITS = ['UN', 'M', 'M2', 'M3', 'KG', 'H', 'L', 'CHP'];
const NAMES = ['CIMENTO PORTLAND', 'AREIA MÉDIA', 'TUBO PVC', 'CABO DE COBRE', 'SERVENTE', 'TINTA EPÓXI', 'BRITA N. 1'];

/** A month whose costs follow from its prices: Σ trunc(coefficient × price; 2), with São Paulo's price where none is. */
export const monthOf = (size: Size, seed = 1): Month => {
  const random = randomOf(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pick = (texts: readonly string[]): string => texts[upTo(texts.length)] ?? '';
  const known = new Map<string, Priced>();
  const add = <T extends Priced>(one: T): T => {
    known.set(`${'lines' in one ? 'COMPOSICAO' : 'INSUMO'} ${one.code}`, one);
    return one;
  };

  const inputs = Array.from({ length: size.inputs }, (_, index) => {
    const base = BigInt(1 + upTo(500_000));
    const blank = random() < 0.03;
    const prices = REGIMES.map((_regime, regime) =>
      STATES.map((_state, state) =>
        blank && state !== SAO_PAULO && state % 5 === index % 5 ? null : base + BigInt(regime * 7 + state * 3),
      ),
    );
    return add({
      code: String(370 + index * 3),
      name: `${pick(NAMES)} ${index} & <"${upTo(90)} MM">`,
      unit: pick(UNITS),
      group: 'MATERIAL',
      prices,
    });
  });

  const costOf = (lines: readonly Line[], regime: number, state: number): bigint =>
    lines.reduce((sum, { kind, code, coefficient }) => {
      const prices = known.get(`${kind} ${code}`)?.prices[regime];
      const price = prices?.[state] ?? prices?.[SAO_PAULO] ?? 0n;
      return sum + (price * coefficient) / COEFFICIENT_UNIT;
    }, 0n);

  const compositions: Composition[] = [];
  for (let index = 0; index < size.compositions; index += 1) {
    const lines: Line[] = Array.from({ length: 1 + upTo(2 * size.lines - 1) }, () => {
      const nested = index > 0 && random() < 0.2 ? compositions[upTo(index)] : undefined;
      const coefficient = 1n + BigInt(upTo(random() < 0.1 ? 9_000 : 30_000_000));
      return nested
        ? { kind: 'COMPOSICAO', code: nested.code, coefficient: coefficient / 20n + 1n }
        : { kind: 'INSUMO', code: inputs[upTo(inputs.length)]?.code ?? '', coefficient };
    });
    // Repeated lines are real.
    if (index % 50 === 7 && lines[0]) lines.push({ ...lines[0] });
    const prices = REGIMES.map((_regime, regime) =>
      STATES.map((_state, state) => {
        const cost = costOf(lines, regime, state);
        return cost === 0n ? null : cost;
      }),
    );
    const unit = pick(UNITS);
    compositions.push(
      add({ code: String(87_000 + index), name: `SERVIÇO ${index}`, unit, group: 'PISOS', prices, lines }),
    );
  }
  return { inputs, compositions };
};
