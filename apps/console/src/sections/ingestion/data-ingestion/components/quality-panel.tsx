import { Panel } from '@kianda/ui';
import { useQuality } from '../../../shared/connectors/use-connectors.ts';
import { FigureList } from '../../../shared/figure-list.tsx';
import styles from '../../../shared/run-list.module.css';
import { ingestionTexts } from '../texts.pt.ts';

const texts = ingestionTexts.quality;
const percent = { unit: '%', format: { maxDecimals: 2 } } as const;

/** The data quality report: scores, issues and recommendations. */
export function QualityPanel() {
  const report = useQuality();
  return (
    <Panel title={texts.title} description={texts.description} source={report}>
      {({ recommendations }, provenance) => (
        <>
          <FigureList
            within={provenance}
            rows={[
              { label: texts.overall, value: report.figure('overall_score'), ...percent },
              { label: texts.completeness, value: report.figure('data_completeness'), ...percent },
              { label: texts.accuracy, value: report.figure('accuracy_score'), ...percent },
              { label: texts.timeliness, value: report.figure('timeliness_score'), ...percent },
              { label: texts.issues, value: report.figure('issues_detected'), format: { maxDecimals: 0 } },
            ]}
          />
          <h3 className={styles.subtitle}>{texts.recommendations}</h3>
          {recommendations.length === 0 ? (
            <p className={styles.note}>{texts.none}</p>
          ) : (
            <ul className={styles.recommendations}>
              {recommendations.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Panel>
  );
}
