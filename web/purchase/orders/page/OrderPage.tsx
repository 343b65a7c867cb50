export interface OrderPageProps {
  /** 'new', or the id of the order. */
  id: string;
  onClose: () => void;
  /** Opens the next (1) or previous (-1) order of the list. */
  onMove: ((direction: 1 | -1) => void) | undefined;
  onReceive: () => void;
  onSaved: (id: string) => void;
}

/** The page of one order. */
export const OrderPage = ({ id }: OrderPageProps) => <h1>{id === 'new' ? 'Novo pedido' : 'Pedido'}</h1>;
