import { toCents, type Money } from './cents.ts';

const UNITS = [
  ...[
    '',
    'um',
    'dois',
    'três',
    'quatro',
    'cinco',
    'seis',
    'sete',
    'oito',
    'nove',
    'dez',
    'onze',
    'doze',
    'treze',
    'quatorze',
  ],
  ...['quinze', 'dezesseis', 'dezessete', 'dezoito', 'dezenove'],
];
const TENS = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa'];
const HUNDREDS = [
  ...['', 'cento', 'duzentos', 'trezentos', 'quatrocentos', 'quinhentos', 'seiscentos', 'setecentos', 'oitocentos'],
  'novecentos',
];
/** One and more of each group of three digits, from the lowest. */
const SCALES = [
  ['', ''],
  ['mil', 'mil'],
  ['milhão', 'milhões'],
  ['bilhão', 'bilhões'],
  ['trilhão', 'trilhões'],
] as const;

const belowThousand = (number: number): string => {
  if (number === 100) return 'cem';
  const [hundreds, rest] = [Math.floor(number / 100), number % 100];
  const below = rest < 20 ? [UNITS[rest]] : [TENS[Math.floor(rest / 10)], UNITS[rest % 10]];
  return [HUNDREDS[hundreds], ...below].filter(Boolean).join(' e ');
};

const groupInWords = (value: number, scale: number): string => {
  const [one, many] = SCALES[scale] ?? ['', ''];
  // "mil", and not "um mil".
  if (scale === 1 && value === 1) return one;
  return [belowThousand(value), value === 1 ? one : many].filter(Boolean).join(' ');
};

interface Group {
  value: number;
  scale: number;
}

const groupsOf = (number: bigint): Group[] => {
  const groups: Group[] = [];
  for (let rest = number, scale = 0; rest > 0n; rest /= 1000n, scale += 1) {
    if (rest % 1000n > 0n) groups.unshift({ value: Number(rest % 1000n), scale });
  }
  return groups;
};

/** What joins a group to those before it: the last one by "e", if it is below a hundred or whole hundreds. */
const joint = ({ value }: Group, before: Group, isLast: boolean): string => {
  if (isLast && (value < 100 || value % 100 === 0)) return ' e ';
  return before.scale === 1 ? ' ' : ', ';
};

const numberInWords = (number: bigint): string => {
  const groups = groupsOf(number);
  return groups.reduce((text, group, index) => {
    const before = groups[index - 1];
    const words = groupInWords(group.value, group.scale);
    return before ? text + joint(group, before, index === groups.length - 1) + words : words;
  }, '');
};

const counted = (number: bigint, one: string, many: string): string => {
  if (number === 0n) return '';
  // "um milhão de reais", but "um milhão e um reais".
  const of = number % 1_000_000n === 0n ? ' de' : '';
  return `${numberInWords(number)}${of} ${number === 1n ? one : many}`;
};

/** An amount as receipts write it out: "mil duzentos e trinta e quatro reais e cinquenta centavos". */
export const amountInWords = (amount: Money): string => {
  const cents = toCents(amount);
  const size = cents < 0n ? -cents : cents;
  const words = [counted(size / 100n, 'real', 'reais'), counted(size % 100n, 'centavo', 'centavos')];
  return words.filter((part) => part !== '').join(' e ') || 'zero real';
};
