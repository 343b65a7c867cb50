import { PRODUCT_NAME } from '#domain/product.ts';
import shared from '#web/public/public.module.css';
import styles from './login.module.css';
import { startAddress, type Organization } from './loginApi.ts';

interface OrganizationChoiceProps {
  login: string;
  organizations: readonly Organization[];
  /** Address of the password step; null where the account admits no password. */
  passwordStep: string | null;
}

const SMALL_WORDS = new Set(['de', 'da', 'do', 'das', 'dos', 'e']);

/** Returns the initials of a name: "Grupo Habitare" is "GH". */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word.toLowerCase()))
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');

const focus = (link: HTMLElement | null) => link?.focus();

const Arrow = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.glyph}>
    <path d="M2 10h15m-6-6 6 6-6 6" />
  </svg>
);

/** Second step where the domain has organizations. */
export const OrganizationChoice = ({ login, organizations, passwordStep }: OrganizationChoiceProps) => (
  <>
    <ul className={styles.organizations}>
      {organizations.map((organization, index) => (
        <li key={organization.id}>
          <a
            href={startAddress(organization, login)}
            className={styles.organization}
            ref={index === 0 ? focus : undefined}
          >
            <span aria-hidden="true" className={styles.badge} data-tone={index % 4}>
              {initialsOf(organization.name)}
            </span>
            <span className={styles.names}>
              <strong>{organization.name}</strong>
              <span>{organization.provider}</span>
            </span>
            <Arrow />
          </a>
        </li>
      ))}
    </ul>
    {passwordStep !== null && (
      <>
        <div className={styles.or}>ou</div>
        <a href={passwordStep} className={`${shared.button} ${shared.quiet} ${styles.key}`}>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.glyph}>
            <circle cx="13" cy="7" r="4.5" />
            <path d="m9.6 10.4-7.1 7.1h3v-2h2v-2h1.5l1.4-1.4" />
          </svg>
          Usar a senha do {PRODUCT_NAME}
        </a>
      </>
    )}
    <div className={styles.note}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className={styles.glyph}>
        <path d="M10 2c2 1.5 4 2 6 2v5c0 4-2.5 7-6 8.5C6.5 16 4 13 4 9V4c2 0 4-.5 6-2z" />
        <path d="m7 9.5 2.200 2.200L13.200 7.5" />
      </svg>
      <span>Você entra na página da sua organização e volta para cá. O {PRODUCT_NAME} não vê essa senha.</span>
    </div>
  </>
);
