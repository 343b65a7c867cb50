import { date, go, type TypedField } from './fields.ts';

const keeping = { as: 'admin', save: 'Enter' } as const;
const retention = 'security/privacy/Retention.tsx';
const count = { rubbish: 'seis', problem: 'Não é um número inteiro' };

/** How long an account keeps what it keeps of people, from when on it demands a second factor, and until when a program has access. */
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
    ...{ ...keeping, ...date, source: 'security/integrations/TokenDialog.tsx expiresOn', name: 'Fim do token' },
    open: async (page) => {
      await go(page, '/home/forms/settings/integrations');
      await page.getByRole('button', { name: 'Novo token', exact: true }).click();
      await page.getByRole('textbox', { name: 'Nome' }).fill('Power BI');
      await page.getByRole('checkbox', { name: 'financeiro' }).check();
    },
    ...{ label: /^Vale até/, typed: '15/3', shown: '15/03/2027', sent: ['input.expiresOn', '2027-03-15'] },
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
