/** How long connections to a database may take and last, whichever database it is. In milliseconds. */

/** Timeout of making a connection, and of cancelling a query. */
export const connectMs = 2000;

/** How long a connection may carry nothing before the system probes it: a server that is gone is noticed between queries. */
export const keepAliveMs = 10_000;

/** How long a connection may stay idle before it is closed, so that a server that has moved is found. */
export const idleMs = 60_000;

/** How long queries in flight may take to end when a store is closed. */
export const closeMs = 500;
