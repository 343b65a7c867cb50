import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useOrderQuery } from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import { useBegun } from '#web/choices/useBegun.ts';
import { begunPurchase, newPurchaseOf } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { useLocation } from 'react-router-dom';
import { OrderEditor, type OrderEditorProps } from './OrderEditor.tsx';
import { failures, noun, ORDERS } from '../words.ts';

interface OrderPageProps extends Omit<OrderEditorProps, 'order' | 'given'> {
  /** 'new', or the id of the order. */
  id: string;
}

/** The page of one order, once it is loaded. */
export const OrderPage = ({ id, ...props }: OrderPageProps) => {
  const { companyId } = usePlace();
  const isNew = id === 'new';
  const asked = useBegun('ORDER');
  const given =
    newPurchaseOf('newOrder', useLocation().state) ?? (asked.begun && begunPurchase(asked.begun, asked.line));
  const { data, error, refetch } = useOrderQuery({
    variables: { companyId, id },
    skip: isNew,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const order = data?.order;
  if (isNew && !asked.waiting) return <OrderEditor key={given?.key ?? 'new'} {...props} order={null} given={given} />;
  if (order) return <OrderEditor key={order.id} {...props} order={order} />;
  return (
    <Screen>
      <Breadcrumb steps={[{ label: 'Pedidos e notas', to: ORDERS }]} />
      {!asked.waiting && (error || data) ? (
        <Failure
          error={error}
          message={error ? errorText(error, failures.one) : textsOf(noun).missing}
          onRetry={() => void refetch()}
          remedy={gone(ORDERS)}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Screen>
  );
};
