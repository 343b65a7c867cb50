import { formatCount } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useDataViewsQuery, type DataViewsQuery } from '#web/generated/security.ts';
import { Button, Card, ErrorState, instantText } from '#web/ui/index.ts';
import { useAddressKeys } from '#web/client/address.ts';
import { Link } from 'react-router-dom';
import styles from './privacy.module.css';

type View = NonNullable<DataViewsQuery['dataViews']>['content'][number];

const partnerPath = ({ partnerId, partnerType }: View): string =>
  `/home/forms/${partnerType === 'SUPPLIER' ? 'supplier' : 'customer'}?id=${partnerId}`;

const Row = ({ view }: { view: View }) => (
  <tr>
    <td>{view.user.name}</td>
    <td>
      <Link to={partnerPath(view)}>{view.partnerName}</Link>
    </td>
    <td>{instantText(view.lastAt)}</td>
    <td className={styles.number}>{formatCount(view.times)}</td>
  </tr>
);

/** The page and the partner of the address; a text that is no number counts as none. */
const useViews = () => {
  const [params, set] = useAddressKeys();
  const partnerId = /^[1-9]\d{0,15}$/.exec(params.get('partnerId') ?? '')?.[0];
  const page = Number(/^\d{1,5}$/.exec(params.get('page') ?? '')?.[0] ?? 0);
  const change = (next: { page?: number; partnerId?: null }) =>
    set({
      ...(next.page !== undefined && { page: String(next.page) }),
      ...(next.partnerId === null && { partnerId: null, page: null }),
    });
  return { page, partnerId, change };
};

/** "Quem viu": who opened the record of which partner, or read what it is paid by. */
export const DataViews = () => {
  const { page, partnerId, change } = useViews();
  const { data, previousData, error, refetch } = useDataViewsQuery({
    variables: { page, partnerId },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const shown = (data ?? previousData)?.dataViews;
  const rows = shown?.content ?? [];
  return (
    <Card
      title="Quem viu"
      meta={
        partnerId === undefined ? 'cadastros abertos e dados bancários lidos' : (rows[0]?.partnerName ?? 'um parceiro')
      }
      actions={partnerId !== undefined && <Button onClick={() => change({ partnerId: null })}>Ver todos</Button>}
    >
      {error && !shown ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.meta}>
          {shown ? 'Ninguém abriu o cadastro nem leu os dados bancários de um parceiro neste prazo.' : 'Carregando…'}
        </p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="group" aria-label="Quem viu">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Usuário</th>
                <th scope="col">Parceiro</th>
                <th scope="col">Última vez no dia</th>
                <th scope="col" className={styles.number}>
                  Vezes
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((view) => (
                <Row key={`${view.user.id} ${view.partnerId} ${view.firstAt}`} view={view} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown && shown.totalElements > shown.size && (
        <div className={styles.buttons}>
          <Button disabled={page === 0} onClick={() => change({ page: page - 1 })}>
            Anteriores
          </Button>
          <Button disabled={shown.last} onClick={() => change({ page: page + 1 })}>
            Próximas
          </Button>
        </div>
      )}
    </Card>
  );
};
