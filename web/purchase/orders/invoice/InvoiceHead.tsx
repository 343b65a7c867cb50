import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { CheckCircleIcon, ErrorIcon, WarningIcon } from '#web/ui/icons.ts';
import { Button, FormSection, MoneyText, Problem } from '#web/ui/index.ts';
import { ReceivedDate } from '../receive/ReceivedDate.tsx';
import { InvoiceButton } from './InvoiceButton.tsx';
import { keyText } from './InvoiceLink.tsx';
import type { InvoiceProposal } from './invoiceApi.ts';
import type { InvoicePartProps } from './parts.ts';
import styles from './invoice.module.css';

interface InvoiceHeadProps extends InvoicePartProps {
  file: File;
  onFile: (file: File | null) => void;
  onOrder: (id: string) => void;
}

/** What the nota says of itself, and what it was checked for. */
export const InvoiceHead = ({ order, proposal, form, set, problems, file, onFile, onOrder }: InvoiceHeadProps) => {
  const { orders } = proposal;
  const others = orders.filter(({ id }) => String(id) !== order.id);
  const blocked = proposal.checks.some(({ ok, blocks }) => !ok && blocks);
  return (
    <FormSection
      title="Nota fiscal"
      actions={
        <>
          <InvoiceButton label="Trocar XML" reading={false} failure={null} onFile={onFile} />
          <Button variant="subtle" onClick={() => onFile(null)}>
            Digitar a nota
          </Button>
        </>
      }
    >
      <div className={styles.wide}>
        <Facts proposal={proposal} file={file} />
        <Checks checks={proposal.checks} />
        {problems.file !== undefined && <Problem>{problems.file}</Problem>}
        {problems.items !== undefined && <Problem>{problems.items}</Problem>}
        {blocked && others.length > 0 && (
          <p className={styles.others}>
            {counted(others.length, 'pedido em aberto', 'pedidos em aberto')} deste fornecedor:
            {others.slice(0, 4).map(({ id, document, building }) => (
              <Button key={id} size="small" onClick={() => onOrder(String(id))}>
                {document} · {building.name}
              </Button>
            ))}
          </p>
        )}
      </div>
      <ReceivedDate
        value={form.receivedDate}
        problem={problems.receivedDate}
        onChange={(receivedDate) => set({ receivedDate })}
      />
    </FormSection>
  );
};

const Facts = ({ proposal: { invoice }, file }: { proposal: InvoiceProposal; file: File }) => {
  const { number, series, emissionDate, issuer, accessKey, value, installmentList } = invoice;
  return (
    <dl className={styles.facts}>
      <dt>Nota</dt>
      <dd>
        <strong>
          NF-e {number}, série {series}
        </strong>{' '}
        <span className={styles.muted}>{file.name}</span>
      </dd>
      <dt>Emissão</dt>
      <dd>{formatDate(emissionDate)}</dd>
      <dt>Emitente</dt>
      <dd>
        {issuer.name} <span className={styles.muted}>{formatTaxId(issuer.taxId)}</span>
      </dd>
      <dt>Chave</dt>
      <dd className={styles.key}>{keyText(accessKey)}</dd>
      <dt>Valor</dt>
      <dd>
        <MoneyText value={value} strong />
      </dd>
      <dt>Parcelas</dt>
      <dd>
        {installmentList.length === 0
          ? 'a nota não traz; valem as condições do pedido'
          : installmentList.map(({ dueDate, grossValue }, index) => (
              <span key={index} className={styles.due}>
                {dueDate === null ? 'sem vencimento' : formatDate(dueDate)} <MoneyText value={grossValue} />
              </span>
            ))}
      </dd>
    </dl>
  );
};

/** Checks in words: what is well, what is to be known, and what keeps the nota from being received. */
export const Checks = ({ checks }: { checks: InvoiceProposal['checks'] }) => (
  <ul className={styles.checks} aria-label="Conferências da nota">
    {checks.map(({ code, ok, blocks, text }) => (
      <li key={code} data-state={ok ? 'ok' : blocks ? 'blocks' : 'told'}>
        {ok ? (
          <CheckCircleIcon role="img" aria-label="confere" />
        ) : blocks ? (
          <ErrorIcon role="img" aria-label="impede" />
        ) : (
          <WarningIcon role="img" aria-label="atenção" />
        )}
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
