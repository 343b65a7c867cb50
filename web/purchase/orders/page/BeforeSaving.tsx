import { formatUnitPrice } from '#domain/numberFormat.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import { warningText } from '#domain/purchase/orders/warnings.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import { Button, Card, CountBadge, today } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { ORDERS, STAGES } from '../words.ts';
import styles from './order.module.css';
import type { OrderCheckState } from './useOrderCheck.ts';

type Warning = OrderCheckState['warnings'][number];

interface BeforeSavingProps {
  check: OrderCheckState | null;
  buildingId: string | null;
  /** Writes a price into a line. */
  onUsePrice: (lineKey: string, price: string) => void;
}

/** Where a warning is looked into; nothing where the user may open nothing. */
const linkOf = (
  { priceAboveLast, otherOpenOrder, stageExceeded }: Warning,
  { buildingId, seesStages }: { buildingId: string | null; seesStages: boolean },
): { to: string; label: string } | null => {
  if (priceAboveLast)
    return {
      to: `${ORDERS}?${new URLSearchParams({ search: priceAboveLast.product.name })}`,
      label: 'Ver histórico',
    };
  if (otherOpenOrder) {
    const { id, document } = otherOpenOrder.order;
    return { to: `${ORDERS}?id=${id}`, label: `Abrir ${document}` };
  }
  return stageExceeded && buildingId !== null && seesStages
    ? { to: `${STAGES}?building=${buildingId}`, label: 'Ver etapa' }
    : null;
};

const WarningRow = ({
  warning,
  link,
  onUsePrice,
}: {
  warning: Warning;
  link: ReturnType<typeof linkOf>;
  onUsePrice: BeforeSavingProps['onUsePrice'];
}) => {
  const { title, text } = warningText(warning, today());
  const { lineKey, priceAboveLast } = warning;
  const last = priceAboveLast?.lastPaid.price;
  return (
    <li>
      <WarningIcon aria-hidden="true" className={styles.warningIcon} />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
        <span className={styles.warningActions}>
          {link && (
            <Link to={link.to} className={styles.link}>
              {link.label}
            </Link>
          )}
          {lineKey !== null && last !== undefined && (
            <Button size="small" variant="subtle" onClick={() => onUsePrice(lineKey, last)}>
              Usar {formatUnitPrice(last)}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
};

const keyOf = ({ kind, lineKey, otherOpenOrder, stageExceeded }: Warning): string =>
  [kind, lineKey, otherOpenOrder?.order.id, stageExceeded?.stage.id].join('/');

/** What a buyer should know before the order is saved (mock 20b). It prevents nothing. */
export const BeforeSaving = ({ check, buildingId, onUsePrice }: BeforeSavingProps) => {
  const { grantee } = useSession();
  const { companyId } = usePlace();
  const engineering = allowedBuildings(grantee, companyId, ['ENGINEERING']);
  const seesStages = buildingId !== null && (engineering === 'all' || engineering.includes(buildingId));
  const warnings = check?.warnings ?? [];
  return (
    <Card
      title="Antes de salvar"
      meta={warnings.length > 0 ? <CountBadge count={warnings.length} tone="warning" silent /> : undefined}
    >
      <div role="status" aria-label="Avisos">
        {warnings.length === 0 ? (
          <span className={styles.quiet}>Nada a avisar</span>
        ) : (
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <WarningRow
                key={keyOf(warning)}
                warning={warning}
                link={linkOf(warning, { buildingId, seesStages })}
                onUsePrice={onUsePrice}
              />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
};
