import { findRoute } from '#web/session/routes.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Link } from 'react-router-dom';
import type { Head } from './words.ts';

const SCREENS = { CREDIT: '/home/forms/transactions/income', DEBIT: '/home/forms/transactions/outcome' } as const;

interface DocumentLinkProps {
  transaction: Pick<NonNullable<Head['transaction']>, 'id' | 'type'> | null;
  text: string;
}

/** A document that a measurement has made, as a link for those who may open it. */
export const DocumentLink = ({ transaction, text }: DocumentLinkProps) => {
  const { may } = useSession();
  const route = transaction && findRoute(SCREENS[transaction.type]);
  return transaction && route && may(route.rule) ? <Link to={`${route.path}?id=${transaction.id}`}>{text}</Link> : text;
};
