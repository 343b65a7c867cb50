import { templateParts } from '#domain/financial/transactionModels/placeholders.ts';
import styles from './models.module.css';

/** A template with its placeholders set apart. */
export const TemplateText = ({ template }: { template: string }) => (
  <>
    {templateParts(template).map(({ text, placeholder }, index) =>
      placeholder === null ? (
        text
      ) : (
        // The parts of one text never move.
        <span key={index} className={styles.placeholder}>
          {placeholder}
        </span>
      ),
    )}
  </>
);
