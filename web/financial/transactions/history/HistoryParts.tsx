import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { Changes } from './Changes.tsx';
import { Comments } from './Comments.tsx';
import styles from '#web/form/history/history.module.css';

/** What people say of a document, and what was done to it. */
const HistoryParts = ({ transaction }: { transaction: TransactionDetailFragment }) => {
  const { id, type, version, attachments } = transaction;
  const of = { type, id };
  return (
    <div className={styles.parts}>
      <Comments key={id} of={of} />
      {/* What was saved here, or attached, is in the history. */}
      <Changes key={`${id} ${version} ${attachments.map((file) => file.id).join()}`} of={of} />
    </div>
  );
};

export default HistoryParts;
