import { TransactionDrawer } from '#web/financial/transactions/form/TransactionDrawer.tsx';
import { documentOf, type Line, type OpenedDocument } from './lines.ts';

interface OpenDocumentProps {
  document: OpenedDocument;
  lines: readonly Line[];
  /** Opens the document of another line, or none. */
  onGo: (document: OpenedDocument | null) => void;
}

/** The document of a line over its statement; J and K go to those of the next and the previous lines. */
const OpenDocument = ({ document, lines, onGo }: OpenDocumentProps) => {
  const { type, id } = document;
  const documents = lines.flatMap((line) => documentOf(line) ?? []);
  const isOpen = (one: OpenedDocument) => one.type === type && one.id === id;
  const move = (direction: 1 | -1) => {
    const at = direction === 1 ? documents.findLastIndex(isOpen) : documents.findIndex(isOpen);
    const next = at === -1 ? undefined : documents[at + direction];
    if (next) onGo(next);
  };
  return (
    <TransactionDrawer
      key={type}
      type={type}
      id={id}
      onClose={() => onGo(null)}
      onMove={move}
      onSaved={(saved) => onGo({ type, id: saved })}
    />
  );
};

export default OpenDocument;
