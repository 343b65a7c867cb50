import { formatDate, todayIn } from '#domain/dates.ts';
import { formatCode, readCode } from '#domain/engineering/measurements/bulletinCode.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { callOpenly, tokenOfAddress } from '#web/public/linkApi.ts';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useEffect, useState } from 'react';
import styles from './BulletinPage.module.css';

interface Told {
  number: number;
  periodStart: string;
  periodEnd: string;
  closedOn: string;
  reopenedAt: string | null;
  periodValue: string | null;
  accumulatedValue: string | null;
  retentionValue: string | null;
  netValue: string | null;
}

const isTold = (value: unknown): value is Told =>
  isRecord(value) && typeof value.number === 'number' && isText(value.periodStart) && isText(value.closedOn);

type State = { kind: 'asking' } | { kind: 'told'; told: Told } | { kind: 'refused'; problem: string };

const FAILED = 'Falha para conferir boletim';

const useCheck = (code: string): State => {
  const [state, setState] = useState<State>({ kind: 'asking' });
  useEffect(() => {
    void callOpenly(`engineering/bulletins/${encodeURIComponent(code)}`, {}, FAILED).then((outcome) => {
      if ('problem' in outcome) setState({ kind: 'refused', problem: outcome.problem });
      else setState(isTold(outcome.data) ? { kind: 'told', told: outcome.data } : { kind: 'refused', problem: FAILED });
    });
  }, [code]);
  return state;
};

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const isAmount = (text: string): text is `${number}` => /^-?\d+\.\d\d$/.test(text);

/** An amount with two places. The domain's formats bring exact decimals, a sixth of what a page before the login may load. */
const inReais = (amount: string | null): string => {
  const text = amount ?? '0.00';
  return isAmount(text) ? REAIS.format(text) : '-';
};

const periodOf = ({ periodStart, periodEnd }: Told): string => `${formatDate(periodStart)} a ${formatDate(periodEnd)}`;

const Totals = ({ told }: { told: Told }) => (
  <dl className={styles.facts}>
    {[
      ['Período', periodOf(told)],
      ['Fechado em', formatDate(told.closedOn)],
      ['Medido no período', inReais(told.periodValue)],
      ['Acumulado', inReais(told.accumulatedValue)],
      ['Retenção', inReais(told.retentionValue)],
      ['Líquido', inReais(told.netValue)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** `/boletim/:code`: what anybody who holds a printed boletim may compare with it. */
const BulletinPage = () => {
  const code = tokenOfAddress();
  const state = useCheck(code);
  const read = readCode(code);
  const shown = read === null ? '' : formatCode(read);
  if (state.kind === 'asking') return <PublicCard title="Conferir boletim" text="Conferindo o código…" />;
  if (state.kind === 'refused') {
    return <PublicCard title="Boletim não encontrado" text={<span role="alert">{state.problem}</span>} />;
  }
  const { told } = state;
  if (told.reopenedAt !== null) {
    return (
      <PublicCard
        title={`Boletim de medição nº ${told.number} não vale mais`}
        text={`A medição de ${periodOf(told)} foi reaberta em ${formatDate(todayIn(new Date(told.reopenedAt)))}, depois deste boletim. Peça o novo a quem o emitiu.`}
      >
        <p>Código de conferência {shown}</p>
      </PublicCard>
    );
  }
  return (
    <PublicCard
      title={`Boletim de medição nº ${told.number}`}
      text="Compare com o documento: número, período e totais devem ser os mesmos."
    >
      <Totals told={told} />
      <p>Código de conferência {shown}</p>
    </PublicCard>
  );
};

export default BulletinPage;
