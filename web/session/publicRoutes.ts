import { PRODUCT_SLUG } from '#domain/product.ts';
import type { AppRoute } from './appRoute.ts';

const open = <const Path extends string>(path: Path, title: string) =>
  ({ path, title, rule: 'public', analytics: null }) as const;
const login = <const Path extends string>(path: Path) => ({ ...open(path, 'Entrar'), leadsIn: true }) as const;

/** The addresses before the login. */
export const publicRoutes = [
  open('/', 'Início'),
  login(`/${PRODUCT_SLUG}id`),
  login('/organizations'),
  open('/callback', 'Entrar'),
  open('/organizations/callback', 'Entrar'),
  open('/onboarding', 'Criar conta'),
  login('/onboarding/login'),
  open('/onboarding/new-user', 'Criar conta'),
  open('/onboarding/new-company', 'Criar conta'),
  open('/onboarding/customer-associate', 'Criar conta'),
  open('/onboarding/new-building', 'Criar conta'),
  open('/onboarding/banking-info', 'Criar conta'),
  open('/onboarding/callback', 'Entrar'),
  open('/first-password/:confirmation_token', 'Criar senha'),
  open('/recover-password/:confirmation_token', 'Criar outra senha'),
  open('/user/validate/:confirmation_token', 'Confirmar endereço'),
  open('/success-info', 'Verifique o seu e-mail'),
  open('/boletim/:code', 'Conferir boletim'),
  open('/quote-request/:token', 'Cotação'),
  open('/order-confirmation/:token', 'Pedido'),
] as const satisfies readonly AppRoute[];
