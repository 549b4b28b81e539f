/** Sources of alerts, with their labels. */
export const alertSources = { vessels: 'Vigilância de embarcações', platform: 'Plataforma' } as const;
export type AlertSource = keyof typeof alertSources;
export const alertSourceNames = Object.keys(alertSources) as [AlertSource, ...AlertSource[]];

/** Severities of every source in one scale: a platform alert's information, warning, error and critical are these four. */
export const deliverySeverities = { low: 'baixa', medium: 'média', high: 'alta', critical: 'crítica' } as const;
export type DeliverySeverity = keyof typeof deliverySeverities;
export const deliverySeverityNames = Object.keys(deliverySeverities) as [DeliverySeverity, ...DeliverySeverity[]];
