import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  useAddFiscalExamplesMutation,
  useDeleteFiscalDocumentMutation,
  useFiscalExamplesQuery,
  type FiscalDocumentRowFragment,
} from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon, UploadIcon } from '#web/ui/icons.ts';
import {
  Button,
  Drawer,
  EmptyState,
  IconButton,
  MoneyText,
  StatusPill,
  useIsPhone,
  useIsTouch,
} from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { isKept, type Sent } from '../intake/useUploads.ts';
import { failures, nameOf } from '../words.ts';
import styles from './list.module.css';

interface NotasDrawerProps {
  drafts: readonly FiscalDocumentRowFragment[];
  /** Files of this visit. */
  sent: readonly Sent[];
  onOpen: (id: string) => void;
  onChoose: () => void;
  onChanged: () => void;
  onClose: () => void;
}

const summaryOf = (drafts: readonly FiscalDocumentRowFragment[], sent: readonly Sent[]): string => {
  const read = sent.filter(({ answer }) => answer !== null).length;
  const refused = sent.filter((one) => one.answer !== null && !isKept(one)).length;
  const waiting = drafts.filter(({ refusal }) => refusal == null).length;
  return [
    read < sent.length && `${read} de ${counted(sent.length, 'arquivo')} lidos`,
    `${counted(waiting, 'nota')} por lançar`,
    refused > 0 && counted(refused, 'arquivo de fora', 'arquivos de fora'),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Notas that are no expense yet, and what became of the files that were sent. */
const NotasDrawer = ({ drafts, sent, onOpen, onChoose, onChanged, onClose }: NotasDrawerProps) => {
  const { companyId } = usePlace();
  const phone = useIsPhone();
  const [remove] = useDeleteFiscalDocumentMutation({ context: { quiet: true } });
  const others = sent.filter((one) => !isKept(one) || elsewhere(one, companyId) !== null);
  const discard = (id: string) =>
    void remove({ variables: { companyId, id } })
      .then(onChanged)
      .catch((error: unknown) => notifyFailure(error, failures.remove));
  const [first] = drafts.filter(({ refusal }) => refusal == null);
  return (
    <Drawer
      open
      onClose={onClose}
      title="Notas por lançar"
      subtitle={<span role="status">{summaryOf(drafts, sent)}</span>}
      footerStart={
        <Button icon={<UploadIcon />} onClick={onChoose}>
          Escolher XML
        </Button>
      }
      footer={
        <>
          {!phone && <Button onClick={onClose}>Fechar</Button>}
          {first && (
            <Button variant="primary" onClick={() => onOpen(first.id)}>
              Lançar a primeira
            </Button>
          )}
        </>
      }
    >
      {drafts.length === 0 && sent.length === 0 && <FirstNotas onChoose={onChoose} onChanged={onChanged} />}
      {others.length > 0 && (
        <ul className={styles.list} aria-label="Arquivos">
          {others.map((one) => (
            <SentFile key={one.key} sent={one} />
          ))}
        </ul>
      )}
      {drafts.length > 0 && (
        <ul className={styles.list} aria-label="Notas por lançar">
          {drafts.map((draft) => (
            <li key={draft.id} className={styles.row} aria-label={nameOf(draft)}>
              <div className={styles.head}>
                <button type="button" className={styles.open} onClick={() => onOpen(draft.id)}>
                  <strong>{draft.issuerName}</strong>
                  <span className={styles.muted}>
                    {nameOf(draft)} · {formatDate(draft.emissionDate)} · {draft.fileName}
                  </span>
                </button>
                <MoneyText value={draft.value} strong />
                <IconButton
                  size="small"
                  label={`Descartar ${nameOf(draft)}`}
                  icon={<DeleteIcon />}
                  onClick={() => discard(draft.id)}
                />
              </div>
              {draft.refusal != null && <p className={styles.refused}>{draft.refusal}</p>}
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
};

/** Another company of the account, which the nota is for and is kept by. */
const elsewhere = ({ answer }: Sent, companyId: string): { id: number; name: string } | null => {
  const company = answer && 'document' in answer ? answer.document?.company : undefined;
  return company && String(company.id) !== companyId ? company : null;
};

const OUTCOMES = {
  SEEN: { tone: 'violet', label: 'já lançada' },
  CANCELLATION: { tone: 'warning', label: 'cancelamento' },
  DRAFT: { tone: 'info', label: 'outra empresa' },
} as const;

const SentFile = ({ sent }: { sent: Sent }) => {
  const { companyId } = usePlace();
  const { companies, setPlace } = useSession();
  const { name, answer } = sent;
  const told = answer && 'outcome' in answer ? answer : null;
  const { tone, label } = told
    ? OUTCOMES[told.outcome]
    : answer === null
      ? ({ tone: 'neutral', label: 'lendo…' } as const)
      : ({ tone: 'out', label: 'recusado' } as const);
  const company = elsewhere(sent, companyId);
  const text = answer === null ? null : 'refusal' in answer ? answer.refusal : answer.text;
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.head}>
        <strong className={styles.name}>{name}</strong>
        <StatusPill tone={tone}>{label}</StatusPill>
      </div>
      {text !== null && <p className={answer && 'refusal' in answer ? styles.refused : styles.muted}>{text}</p>}
      {company && (
        <p className={styles.muted}>
          A nota é de {company.name}, e ficou guardada lá.{' '}
          {companies.some(({ id }) => id === String(company.id)) && (
            <button type="button" className={styles.link} onClick={() => setPlace(String(company.id), null)}>
              Ir para {company.name}
            </button>
          )}
        </p>
      )}
      {told?.transaction && String(told.transaction.companyId) === companyId && (
        <p>
          <Link to={`?id=${told.transaction.id}`}>Ver a despesa</Link>
        </p>
      )}
    </li>
  );
};

/** What the list is for, and examples of the demo company. */
const FirstNotas = ({ onChoose, onChanged }: Pick<NotasDrawerProps, 'onChoose' | 'onChanged'>) => {
  const { companyId } = usePlace();
  const { data } = useFiscalExamplesQuery({ variables: { companyId }, context: { quiet: true } });
  const [add, { loading }] = useAddFiscalExamplesMutation({ context: { quiet: true } });
  const names = data?.fiscalExamples?.names ?? [];
  const touch = useIsTouch();
  const use = () =>
    void add({ variables: { companyId } })
      .then(onChanged)
      .catch((error: unknown) => notifyFailure(error, failures.examples));
  return (
    <EmptyState
      title={`${touch ? 'Escolha' : 'Solte aqui'} o XML de uma nota`}
      text={`NF-e de material ou NFS-e de serviço: fornecedor, parcelas, retenções e rateio vêm preenchidos. ${
        touch
          ? 'Escolha quantas quiser.'
          : 'Solte quantas quiser em qualquer lugar das despesas, ou escolha os arquivos.'
      }`}
      action={
        <>
          <Button variant="primary" icon={<UploadIcon />} onClick={onChoose}>
            Escolher XML
          </Button>
          {names.length > 0 && (
            <Button busy={loading} onClick={use}>
              Usar {counted(names.length, 'nota de exemplo', 'notas de exemplo')}
            </Button>
          )}
        </>
      }
    />
  );
};

export default NotasDrawer;
