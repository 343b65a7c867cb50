import { formatPrice4 } from '#domain/numberFormat.ts';
import type { CandidateFragment } from '#web/generated/engineering.ts';
import { ChevronRightIcon, ProhibitedIcon } from '#web/ui/icons.ts';
import { BasePill } from '../BasePill.tsx';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';

/** The way of a circle, from the edited composition back to it. */
const CircleWay = ({ steps }: { steps: NonNullable<CandidateFragment['circle']> }) => (
  <span className={styles.way}>
    {steps.map(({ code, name }, index) => (
      // A circle ends where it begins: the same composition stands twice.
      <span key={index} className={styles.step}>
        {index > 0 && <ChevronRightIcon aria-hidden="true" />}
        <span
          title={`${code} ${name}`}
          className={index === 0 || index === steps.length - 1 ? styles.selfStep : styles.otherStep}
        >
          {code} {name}
        </span>
      </span>
    ))}
  </span>
);

/** An input or a composition that a line can be made of; one that would close a circle says which. */
export const CandidateRow = ({ candidate }: { candidate: CandidateFragment }) => {
  const { kind, code, name, unit, price, productType, costDatabase, circle } = candidate;
  return (
    <div className={styles.candidate}>
      {circle ? (
        <span className={`${styles.icon} ${styles.refused}`}>
          <ProhibitedIcon aria-hidden="true" />
        </span>
      ) : (
        <LineIcon kind={kind} type={productType?.name ?? null} />
      )}
      <div className={styles.candidateText}>
        <span className={styles.code}>{code}</span> <span className={styles.name}>{name}</span>
        {circle && (
          <>
            <div className={styles.refused}>
              <strong>Faria um círculo:</strong>{' '}
              {circle.length <= 2 ? 'é esta composição.' : 'ela já usa esta composição.'}
            </div>
            <CircleWay steps={circle} />
          </>
        )}
      </div>
      <BasePill base={costDatabase} short={costDatabase.source === 'GO'} />
      <span className={styles.candidatePrice}>
        {unit} · {price === null ? 'sem preço' : formatPrice4(price)}
      </span>
    </div>
  );
};
