# syntax=docker/dockerfile:1
# The program is one bundle that needs nothing but Node, so the image is Node without a shell or a package manager, an
# init, and that bundle. `npm run test:deploy` builds and runs it where there is no Docker.
ARG NODE_VERSION=26
# The libraries are inside the bundle, where no scanner sees them: the list of what is in the image is made from the lock.
ARG BUILDKIT_SBOM_SCAN_CONTEXT=true

# Everything here is the same for all platforms, so nothing is emulated when an image is built for another one.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /build
# An init that forwards signals and reaps what is left behind, as one static file for the platform that is built for.
ARG TARGETARCH
# hadolint ignore=DL3008
RUN dpkg --add-architecture "${TARGETARCH}" \
 && apt-get update \
 && apt-get download "tini:${TARGETARCH}" \
 && dpkg-deb --extract tini_*.deb /tini
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
# Without the source maps, which nothing reads while it runs.
RUN npm run build && find dist -name '*.map' -delete

FROM gcr.io/distroless/nodejs${NODE_VERSION}-debian13:nonroot
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="player2mqtt" \
      org.opencontainers.image.description="Brings network media players to MQTT" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
COPY --from=build /tini/usr/bin/tini-static /tini
COPY LICENSE /app/
COPY --from=build /build/dist /app/
WORKDIR /app
ENV NODE_ENV=production
# What is young and soon forgotten has 12 MB instead of 48: no more CPU was measured for it.
ENV NODE_OPTIONS=--max-semi-space-size=4
# By number: Kubernetes must see that it is not root.
USER 65532:65532
EXPOSE 8099
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["/nodejs/bin/node", "/app/main.js", "health"]
ENTRYPOINT ["/tini", "--", "/nodejs/bin/node", "/app/main.js"]
CMD ["run"]
