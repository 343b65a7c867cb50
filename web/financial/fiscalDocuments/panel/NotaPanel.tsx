import { formatDate } from '#domain/dates.ts';
import { isPositive } from '#domain/money.ts';
import { formatTaxId } from '#domain/taxId.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { CheckCircleIcon, DocumentIcon, DownloadIcon, ErrorIcon, WarningIcon } from '#web/ui/icons.ts';
import { Button, IconButton, MoneyText, StatusPill } from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { downloadXml } from '../api.ts';
import type { ChosenProducts, Reading } from '../given.ts';
import { failures, keyText, nameOf } from '../words.ts';
import { NotaItems } from './NotaItems.tsx';
import styles from './panel.module.css';

interface NotaPanelProps {
  reading: Reading;
  chosen: ChosenProducts;
  onChoose: (number: number, product: Option | null) => void;
  /** Chooses another file. */
  onChange: () => void;
  /** Further sections: boletos of the nota. */
  children?: ReactNode;
}

/** The nota as it was read: what it says, its checks, its items with their products, its total. */
export const NotaPanel = ({ reading, chosen, onChoose, onChange, children }: NotaPanelProps) => {
  const { companyId } = usePlace();
  const { document } = reading;
  const download = () =>
    void downloadXml(companyId, document).catch((error: unknown) => notifyFailure(error, failures.download));
  return (
    <div className={styles.panel}>
      <div className={styles.file}>
        <DocumentIcon aria-hidden="true" />
        <strong className={styles.fileName}>{document.fileName}</strong>
        <IconButton size="small" label="Baixar o XML" icon={<DownloadIcon />} onClick={download} />
        <Button size="small" onClick={onChange}>
          Trocar
        </Button>
      </div>
      <div className={styles.card}>
        <Facts reading={reading} />
        <Checks checks={reading.checks} />
      </div>
      <NotaItems items={reading.items} chosen={chosen} onChoose={onChoose} />
      <Total reading={reading} />
      {children}
    </div>
  );
};

const Facts = ({ reading: { document, issuer, operation, notes, checks } }: { reading: Reading }) => {
  const stopped = checks.some(({ ok, blocks }) => !ok && blocks);
  const series = document.series == null ? '' : `, série ${document.series}`;
  return (
    <dl className={styles.facts}>
      <dt>Nota</dt>
      <dd>
        {nameOf(document)}
        {series}{' '}
        {stopped ? (
          <StatusPill tone="out">Não pode ser lançada</StatusPill>
        ) : (
          <StatusPill tone="in">Autorizada</StatusPill>
        )}
      </dd>
      <dt>Emissão</dt>
      <dd>{formatDate(document.emissionDate)}</dd>
      <dt>Emitente</dt>
      <dd>
        {issuer.name}
        <br />
        <span className={styles.muted}>{formatTaxId(issuer.taxId)}</span>
      </dd>
      {document.kind === 'NFE' && (
        <>
          <dt>Operação</dt>
          <dd>{operation}</dd>
        </>
      )}
      <dt>Chave</dt>
      <dd className={styles.key}>{keyText(document.accessKey)}</dd>
      {notes != null && (
        <>
          <dt>Observações</dt>
          <dd className={styles.notes}>{notes}</dd>
        </>
      )}
    </dl>
  );
};

type Check = Reading['checks'][number];

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ul className={styles.checks} aria-label="Conferências da nota">
    {checks.map((check) => (
      <li key={check.code} data-state={check.ok ? 'ok' : check.blocks ? 'blocks' : 'told'}>
        {check.ok ? (
          <CheckCircleIcon role="img" aria-label="confere" />
        ) : check.blocks ? (
          <ErrorIcon role="img" aria-label="impede" />
        ) : (
          <WarningIcon role="img" aria-label="atenção" />
        )}
        <span>
          {check.text} <Where check={check} />
        </span>
      </li>
    ))}
  </ul>
);

/** The way to what has the nota. */
const Where = ({ check: { transaction, order } }: { check: Check }) => {
  const { companyId } = usePlace();
  if (transaction?.companyId === companyId) return <Link to={`?id=${transaction.id}`}>Ver a despesa</Link>;
  if (order) return <Link to={`/home/forms/purchase/orders-and-receipts?id=${order.id}`}>Ver o pedido</Link>;
  return null;
};

const Total = ({ reading }: { reading: Reading }) => {
  const { itemsValue, additionsValue, discountValue, document } = reading;
  const parts = [
    { label: 'Itens', value: itemsValue, shown: isPositive(additionsValue) || isPositive(discountValue) },
    { label: 'Frete, impostos e outras', value: additionsValue, shown: isPositive(additionsValue) },
    { label: 'Desconto', value: `-${discountValue}`, shown: isPositive(discountValue) },
  ].filter(({ shown }) => shown);
  return (
    <dl className={styles.total}>
      {parts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <MoneyText value={value} symbol={false} />
          </dd>
        </div>
      ))}
      <div>
        <dt>Total da nota</dt>
        <dd>
          <MoneyText value={document.value} symbol={false} strong />
        </dd>
      </div>
    </dl>
  );
};
