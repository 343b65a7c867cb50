import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  Drawer,
  DropTarget,
  Field,
  IconButton,
  MoneyText,
  Select,
  StatusPill,
  useIsTouch,
} from '#web/ui/index.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';
import { Checks } from './InvoiceHead.tsx';
import { InvoicesButton } from './InvoicesButton.tsx';
import type { InvoiceProposal } from './invoiceApi.ts';
import { standingOf, type Standing, type Tray, type TrayEntry } from './useTray.ts';
import styles from './tray.module.css';

const STANDINGS: Readonly<Record<Standing, { label: string; tone: Tone }>> = {
  waiting: { label: 'lendo…', tone: 'neutral' },
  ready: { label: 'pronta', tone: 'in' },
  attention: { label: 'pede atenção', tone: 'warning' },
  refused: { label: 'recusada', tone: 'out' },
  received: { label: 'recebida', tone: 'violet' },
};

interface TrayDrawerProps {
  tray: Tray;
  /** Opens a nota in the order that it would be received in. */
  onReview: (entry: TrayEntry, orderId: string) => void;
  onClose: () => void;
}

const summaryOf = (entries: readonly TrayEntry[]): string => {
  const count = (standing: Standing) => entries.filter((entry) => standingOf(entry).standing === standing).length;
  const [read, ready, refused, received] = [
    entries.length - count('waiting'),
    count('ready'),
    count('refused'),
    count('received'),
  ];
  const parts = [
    ready > 0 && counted(ready, 'pronta'),
    count('attention') > 0 && (count('attention') === 1 ? '1 pede atenção' : `${count('attention')} pedem atenção`),
    refused > 0 && counted(refused, 'recusada'),
    received > 0 && counted(received, 'recebida'),
  ].filter(Boolean);
  const progress =
    read < entries.length ? `${read} de ${counted(entries.length, 'arquivo')} lidos` : counted(read, 'arquivo');
  return [progress, ...parts].join(' · ');
};

/** NF-e that were chosen on the list: what each is, its checks, and the order that it would be received in. */
export const TrayDrawer = ({ tray, onReview, onClose }: TrayDrawerProps) => {
  const touch = useIsTouch();
  return (
    <Drawer
      open
      onClose={onClose}
      title="Importar NF-e"
      subtitle={<span role="status">{summaryOf(tray.entries)}</span>}
      footerStart={<InvoicesButton label="Mais arquivos" onFiles={tray.add} />}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <DropTarget label="Solte os XML das NF-e" onFiles={tray.add}>
        {tray.entries.length === 0 ? (
          <p className={styles.empty}>
            {touch ? 'Escolha' : 'Escolha ou solte aqui'} os XML das notas dos fornecedores.
          </p>
        ) : (
          <ul className={styles.entries} aria-label="Notas">
            {tray.entries.map((entry) => (
              <Entry key={entry.key} tray={tray} entry={entry} onReview={onReview} />
            ))}
          </ul>
        )}
      </DropTarget>
    </Drawer>
  );
};

const Entry = ({ tray, entry, onReview }: Pick<TrayDrawerProps, 'tray' | 'onReview'> & { entry: TrayEntry }) => {
  const { file, answer } = entry;
  const { standing, reasons } = standingOf(entry);
  const { label, tone } = STANDINGS[standing];
  const proposal = answer && 'proposal' in answer ? answer.proposal : null;
  return (
    <li className={styles.entry} aria-label={file.name}>
      <div className={styles.head}>
        <span className={styles.what}>
          <strong>{proposal ? `NF-e ${proposal.invoice.number} · ${proposal.invoice.issuer.name}` : file.name}</strong>
          {proposal && <span className={styles.muted}>{file.name}</span>}
        </span>
        {proposal && <MoneyText value={proposal.invoice.value} strong />}
        <StatusPill tone={tone}>{label}</StatusPill>
        <IconButton
          size="small"
          label={`Retirar ${file.name}`}
          icon={<DeleteIcon />}
          onClick={() => tray.remove(entry)}
        />
      </div>
      {reasons.map((reason) => (
        <p key={reason} className={standing === 'refused' ? styles.refused : styles.reason}>
          {reason}
        </p>
      ))}
      {proposal && standing !== 'received' && <Proposed {...{ tray, entry, proposal, onReview }} />}
    </li>
  );
};

const optionText = ({
  document,
  building,
  missingValue,
  matchedItems,
  named,
}: InvoiceProposal['orders'][number]): string =>
  [
    `${document} · ${building.name}`,
    `faltam ${formatCurrency(missingValue)}`,
    counted(matchedItems, 'item da nota', 'itens da nota'),
    ...(named ? ['citado na nota'] : []),
  ].join(' · ');

/** Checks, the orders to choose from, and the way to receive it. */
const Proposed = ({
  tray,
  entry,
  proposal,
  onReview,
}: Pick<TrayDrawerProps, 'tray' | 'onReview'> & { entry: TrayEntry; proposal: InvoiceProposal }) => {
  const { order, orders, checks } = proposal;
  const chosen = order ? String(order.id) : '';
  const { standing } = standingOf(entry);
  return (
    <>
      <details className={styles.checks}>
        <summary>
          {checks.filter(({ ok }) => ok).length} de {checks.length} conferências
        </summary>
        <Checks checks={checks} />
      </details>
      {orders.length > 0 && (
        <div className={styles.order}>
          <Field label={`Pedido da NF-e ${proposal.invoice.number}`}>
            <Select
              value={chosen}
              placeholder="Escolha o pedido"
              options={orders.map((one) => ({ value: String(one.id), label: optionText(one) }))}
              onChange={(id) => tray.choose(entry, id)}
            />
          </Field>
          {order && (
            <Button variant={standing === 'ready' ? 'primary' : 'secondary'} onClick={() => onReview(entry, chosen)}>
              {standing === 'refused' ? 'Ver conferência' : 'Conferir e receber'}
            </Button>
          )}
        </div>
      )}
    </>
  );
};
