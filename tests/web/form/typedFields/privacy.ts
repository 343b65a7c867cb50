import { date, go, type TypedField } from './fields.ts';

const keeping = { as: 'admin', save: 'Enter' } as const;
const retention = 'security/privacy/Retention.tsx';
const count = { rubbish: 'seis', problem: 'Não é um número inteiro' };

/** How long an account keeps what it keeps of people, and from when on it demands a second factor. */
export const KEEPING: readonly TypedField[] = [
  {
    ...{ ...keeping, ...date, source: 'security/sso/SecondFactorCard.tsx from', name: 'Dia da verificação' },
    open: async (page) => {
      await go(page, '/home/forms/settings/sso');
      await page.getByRole('switch', { name: /^Exigir verificação/ }).click();
    },
    ...{ label: /^A partir de/, typed: '15/3', shown: '15/03/2027', sent: ['from', '2027-03-15'] },
  },
  {
    ...{ ...keeping, ...count, source: `${retention} accessMonths`, name: 'Prazo dos acessos' },
    open: (page) => go(page, '/home/forms/settings/privacy'),
    ...{ label: /^Acessos e consultas/, typed: '12', shown: '12', sent: ['input.accessMonths', 12] },
  },
  {
    ...{ ...keeping, ...count, source: `${retention} messageMonths`, name: 'Prazo das mensagens' },
    ...{ label: /^Mensagens do assistente/, typed: '36', shown: '36', sent: ['input.messageMonths', 36] },
  },
];
