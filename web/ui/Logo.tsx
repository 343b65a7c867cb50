import { PRODUCT_NAME } from '#domain/product.ts';
import styles from './Logo.module.css';

/** The product's logo, a plumb line. Plain SVG, because the public pages use it without Fluent. */
export const Logo = ({ size = 26 }: { size?: number }) => (
  <span className={styles.logo}>
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#026b85" />
      <path d="M9 8.5h14M16 8.5v9" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path d="M11.5 17.5h9L16 25z" fill="#fff" />
    </svg>
    {PRODUCT_NAME}
  </span>
);
