import { type DataOf, roleNames } from '@kianda/contract';
import { permissionMatrix } from '@kianda/contract/people/identity/users.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { Panel } from '@kianda/ui';
import { Table } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { authTexts } from '../texts.pt.ts';

const texts = authTexts.matrix;

/** Permissions by role as the server enforces them, with the endpoints behind each. */
export function PermissionMatrix() {
  const result = useEndpoint(permissionMatrix, {}, { refetchSeconds: 0 });
  const found = result.sourced?.value;
  return (
    <Panel
      id="matriz"
      title={texts.title}
      description={
        found === undefined
          ? undefined
          : texts.text(formatNumber(found.sessionEndpoints), formatNumber(found.publicEndpoints))
      }
      source={result}
      flush
    >
      {(matrix) => <MatrixTable matrix={matrix} />}
    </Panel>
  );
}

function MatrixTable({ matrix }: { readonly matrix: DataOf<typeof permissionMatrix> }) {
  return (
    <Table.ScrollContainer minWidth={760} maxHeight="70vh">
      <Table stickyHeader aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.permission}</Table.Th>
            {matrix.roles.map(({ role, accounts, twoStepRequired }) => (
              <Table.Th key={role} scope="col" className={styles.centre ?? ''}>
                {roleNames[role]}
                <span className={styles.under}>{formatCount(accounts, ...texts.active)}</span>
                {twoStepRequired ? <span className={styles.under}>{texts.twoStep}</span> : null}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {matrix.permissions.map(({ permission, label, roles, endpoints }) => (
            <Table.Tr key={permission}>
              <Table.Th scope="row" className={styles.row ?? ''}>
                <details>
                  <summary>
                    {label}{' '}
                    <span className={styles.muted}>
                      <code>{permission}</code> · {formatCount(endpoints.length, ...texts.endpoints)}
                    </span>
                  </summary>
                  <ul className={styles.endpoints}>
                    {endpoints.map(({ method, path, summary }) => (
                      <li key={`${method} ${path}`}>
                        <code>
                          {method} {path}
                        </code>{' '}
                        {summary}
                      </li>
                    ))}
                  </ul>
                </details>
              </Table.Th>
              {matrix.roles.map(({ role }) => (
                <Table.Td key={role} className={styles.centre ?? ''}>
                  {roles.includes(role) ? (
                    <IconCheck size={18} role="img" aria-label={texts.yes} className={styles.yes ?? ''} />
                  ) : (
                    <span aria-label={texts.no} role="img" className={styles.no}>
                      ·
                    </span>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
