import { isNearLimit } from '#domain/apiLimits.ts';
import { formatCount } from '#domain/numberFormat.ts';
import type { IntegrationsQuery } from '#web/generated/security.ts';
import { Card } from '#web/ui/index.ts';
import styles from './integrations.module.css';

type ApiUsage = NonNullable<IntegrationsQuery['apiUsage']>;

const Meter = ({ label, unit, use }: { label: string; unit: string; use: ApiUsage['points'] }) => {
  const { used, limit } = use;
  const near = isNearLimit(use);
  return (
    <div className={styles.meter}>
      <div className={styles.meterText}>
        <span>{label}</span>
        <span>
          <strong>{formatCount(used)}</strong> de {formatCount(limit)} {unit}
        </span>
      </div>
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${formatCount(used)} de ${formatCount(limit)} ${unit}`}
      >
        <div
          className={near ? styles.near : styles.fill}
          style={{ inlineSize: `${Math.min(100, (used / limit) * 100)}%` }}
        />
      </div>
      {near && (
        <p className={styles.warning}>{used >= limit ? 'Limite de hoje atingido' : 'Perto do limite de hoje'}</p>
      )}
    </div>
  );
};

/** "Uso de hoje": what programs have used of the account's day. */
export const Usage = ({ usage }: { usage: ApiUsage }) => (
  <Card title="Uso de hoje" actions={<span className={styles.meta}>zera às 00:00</span>}>
    <div className={styles.meters}>
      <Meter label="GraphQL, custo" unit="pontos" use={usage.points} />
      <Meter label="REST" unit="chamadas" use={usage.calls} />
      <Meter label="CSV" unit="arquivos" use={usage.files} />
    </div>
    <pre className={styles.code} tabIndex={0} aria-label="Cabeçalhos da resposta">
      {'RateLimit-Policy: "minute";q=600000;w=60\nRateLimit: "minute";r=599500;t=42\nX-Prumo-Cost: 500'}
    </pre>
    <p className={styles.meta}>Vem em toda resposta a um token. Acima do limite, 429 com a hora de voltar.</p>
  </Card>
);
