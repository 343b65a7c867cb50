import { formatCount } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { findRoute } from '#web/session/routes.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { useFirstStepsQuery, type FirstStepsQuery } from '#web/generated/home.ts';
import { SuccessIcon } from '#web/ui/icons.ts';
import { ErrorState, PageHeader, Skeleton } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { DemonstrationBanner } from './DemonstrationBanner.tsx';
import styles from './home.module.css';

const forms = '/home/forms';
const NEW = '?id=new';

interface Step {
  title: string;
  why: string;
  /** Number of rows, or whether there is one; undefined where the user lacks the permission to read it. */
  count: number | boolean | undefined;
  /** Count at which the step is done; default 1. */
  enough?: number;
  /** The list, which opens what is done. */
  to: string;
  /** What stands behind the list's path for what is to be done: the query that opens the form of a new row, or the import. */
  form?: string;
  /** A spreadsheet does the same for many rows. */
  sheet?: { to: string; label: string };
}

/** What the demonstration brought is nobody's work: it does no step. */
const stepsOf = (data: FirstStepsQuery, companies: number): Step[] => [
  {
    title: 'Cadastrar a empresa',
    why: 'Tudo pertence a uma empresa: obras, carteiras e lançamentos.',
    count: companies,
    to: `${forms}/settings/company`,
    form: NEW,
  },
  {
    title: 'Cadastrar as obras',
    why: 'Cada despesa e cada receita pode ser rateada entre obras e etapas.',
    count: data.buildings?.totalElements,
    to: `${forms}/engineering/building`,
    form: NEW,
  },
  {
    title: 'Abrir as carteiras',
    why: 'Contas bancárias, caixas e cartões, cada um com o saldo de partida.',
    count: data.wallets?.totalElements,
    to: `${forms}/transactions/bank`,
    form: NEW,
  },
  {
    title: 'Revisar as categorias',
    why: 'Dizem em que linha do resultado cada valor entra.',
    count: data.firstSteps?.categories,
    to: `${forms}/transactions/category`,
  },
  {
    title: 'Cadastrar fornecedores',
    why: 'De quem se compra: um a um, ou todos de uma planilha.',
    count: data.firstSteps?.suppliers,
    to: `${forms}/supplier`,
    form: NEW,
    sheet: { to: `${forms}/supplier/import`, label: 'Importar planilha' },
  },
  {
    title: 'Cadastrar clientes',
    why: 'Para quem se constrói, e de quem se recebe.',
    count: data.firstSteps?.customers,
    to: `${forms}/customer`,
    form: NEW,
    sheet: { to: `${forms}/customer/import`, label: 'Importar planilha' },
  },
  {
    title: 'Importar contas a pagar',
    why: 'O que está em aberto na sua planilha vira despesa, com vencimento, fornecedor e obra.',
    count: data.firstSteps?.billsImported ?? undefined,
    to: `${forms}/transactions/outcome`,
    form: '/import',
  },
  {
    title: 'Lançar a primeira despesa',
    why: 'Valor, parcelas e rateio por obra, em um formulário só.',
    count: data.expenses?.totalElements,
    to: `${forms}/transactions/outcome`,
    form: NEW,
  },
  {
    title: 'Lançar a primeira receita',
    why: 'O que a empresa tem a receber entra no fluxo de caixa.',
    count: data.incomes?.totalElements,
    to: `${forms}/transactions/income`,
    form: NEW,
  },
  {
    title: 'Convidar a equipe',
    why: 'Cada pessoa com as permissões de que precisa, obra por obra.',
    count: data.users?.totalElements,
    enough: 2,
    to: `${forms}/settings/user`,
    form: NEW,
  },
];

const useStepsOf = (companyId: string) => {
  const { may } = useSession();
  return useFirstStepsQuery({
    variables: {
      companyId,
      mayWallets: may({ anyOf: ['DEBIT', 'CREDIT'] }),
      mayDebit: may({ anyOf: ['DEBIT'] }),
      mayCredit: may({ anyOf: ['CREDIT'] }),
      admin: may('admin'),
    },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
  });
};

/** The steps of the chosen company, or of the first of one's own while the demonstration's is chosen. */
const useFirstSteps = () => {
  const { companies } = useSession();
  const { companyId } = usePlace();
  const chosen = useStepsOf(companyId);
  const demonstrationId = chosen.data?.firstSteps?.demonstrationCompanyId ?? null;
  const own = companies.filter(({ id }) => id !== demonstrationId);
  const isOwn = companyId !== demonstrationId || own.length === 0;
  const ofOwn = useStepsOf(isOwn ? '' : (own[0]?.id ?? ''));
  return { ...(isOwn ? chosen : ofOwn), companies: own.length };
};

const isDone = ({ count = 0, enough = 1 }: Step): boolean => Number(count) >= enough;

/** First access (§2): the setup steps of a new company, and which of them are done. */
const FirstAccessScreen = () => {
  const { may } = useSession();
  const { data, error, refetch, companies } = useFirstSteps();
  const steps = data ? stepsOf(data, companies).filter(({ count }) => count !== undefined) : [];
  const done = steps.filter(isDone).length;
  return (
    <div className={styles.screen}>
      <PageHeader title="Primeiros passos" summary={data ? `${done} de ${steps.length} feitos` : undefined} />
      <div className={styles.body}>
        {data?.demonstration?.company && <DemonstrationBanner company={data.demonstration.company} />}
        {error && !data ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={8} />
        ) : (
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <li key={step.title} data-done={isDone(step) || undefined}>
                <span className={styles.mark}>{isDone(step) ? <SuccessIcon /> : index + 1}</span>
                <span className={styles.step}>
                  <strong>{step.title}</strong>
                  <span>{step.why}</span>
                </span>
                <StepEnd step={step} done={isDone(step)} open={may(findRoute(step.to)?.rule ?? 'admin')} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
};

export default FirstAccessScreen;

const StepEnd = ({ step, done, open }: { step: Step; done: boolean; open: boolean }) => {
  const { to, form = '', sheet, count = 0 } = step;
  return (
    <span className={styles.stepEnd}>
      {done ? ['Feito', ...(typeof count === 'number' ? [formatCount(count)] : [])].join(' · ') : 'A fazer'}
      {open && findRoute(to) && (
        <span className={styles.stepLinks}>
          {!done && sheet && <Link to={sheet.to}>{sheet.label}</Link>}
          <Link to={done ? to : to + form}>{done ? 'Abrir' : 'Fazer agora'}</Link>
        </span>
      )}
    </span>
  );
};
