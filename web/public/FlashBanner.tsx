import { takeFlash } from '#web/client/flash.ts';
import { useState } from 'react';
import styles from './public.module.css';

// Read once per page load, because reading removes the message.
const flash = takeFlash();

/** Message stored by the previous page: "Sua sessão expirou. Acesse novamente". */
export const FlashBanner = () => {
  const [open, setOpen] = useState(true);
  if (!flash || !open) return null;
  return (
    <div className={`${styles.flash} ${flash.tone === 'success' ? styles.good : ''}`} role="alert">
      <span>{flash.text}</span>
      <button type="button" onClick={() => setOpen(false)} aria-label="Fechar">
        ×
      </button>
    </div>
  );
};
