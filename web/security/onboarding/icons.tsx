const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const;

export const Check = ({ size = 16 }: { size?: number }) => (
  <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" {...stroke}>
    <path d="M3 8.5l3.2 3.2L13 5" />
  </svg>
);

export const Cloud = () => (
  <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden="true" {...stroke} strokeWidth={1.5}>
    <path d="M5.5 15a3.5 3.5 0 0 1-.3-7A5 5 0 0 1 15 8.2a3.4 3.4 0 0 1-.5 6.8zM8 11.5l1.6 1.6L13 9.8" />
  </svg>
);

export const Page = () => (
  <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden="true" {...stroke} strokeWidth={1.5}>
    <path d="M5 2.5h6.5L16 7v10.5H5zM11.5 2.5V7H16" />
  </svg>
);
