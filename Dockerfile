# The program is one bundle that needs nothing but Node, so the image is Node without a shell or a package manager, an
# init, and that bundle. `npm run test:deploy` builds and runs it where there is no Docker.
# The libraries are inside the bundle, where no scanner sees them: the list of what is in the image is made from the lock.
ARG BUILDKIT_SBOM_SCAN_CONTEXT=true

# Everything here is the same for all platforms, so nothing is emulated when an image is built for another one.
FROM --platform=$BUILDPLATFORM node:26-trixie-slim@sha256:930557a230abacbc3f4fd9b8648abf8f4bee1e17cb72195dcdfb2f709bc85b33 AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts ./scripts
COPY src ./src
COPY page ./page
COPY simulator ./simulator
# Without the source maps, which nothing reads while it runs.
RUN npm run build && find dist -name '*.map' -delete
# For a volume of settings that the page writes.
RUN mkdir /settings
# An init that forwards signals and reaps what is left behind, as one static file for the platform that is built for.
ARG TARGETARCH
# hadolint ignore=DL3008
RUN dpkg --add-architecture "${TARGETARCH}" \
 && apt-get update \
 && apt-get download "tini:${TARGETARCH}" \
 && dpkg-deb --extract tini_*.deb /tini

FROM gcr.io/distroless/nodejs26-debian13:nonroot@sha256:2ee7b2c54a3e37dfc248af81c9f6bcdcaa50abe4af44aa47a3388431031b9283
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="player2mqtt" \
      org.opencontainers.image.description="Brings network media players to MQTT" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
COPY --from=build /tini/usr/bin/tini-static /tini
COPY LICENSE /app/
COPY --from=build /build/dist /app/
# A named volume takes its owner from here.
COPY --from=build --chown=65532:65532 /settings /app/config
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
