# SPDX-License-Identifier: GPL-3.0-only
# `make cluster`: hanxin-cluster, one engine of many processes (README.md). It needs an MPI, so `make` does not build it.

.PHONY: cluster cluster-test

# The compiler's wrapper reports its flags, so that any compiler can be used.
MPICC ?= mpicc
cluster: ## hanxin-cluster, one engine of many processes (needs Open MPI; protocol/cluster/README.md)
	@command -v $(MPICC) >/dev/null || { echo 'hanxin-cluster needs Open MPI (Debian, Ubuntu: libopenmpi-dev openmpi-bin; Fedora: openmpi-devel)'; exit 1; }
	@$(MAKE) --no-print-directory $(EXE)-cluster

cluster_objects := $(B)/protocol/cluster/cluster.o $(B)/protocol/cluster/mpi.o
$(cluster_objects): cflags += $(shell $(MPICC) --showme:compile)
$(B)/hanxin-cluster: own_libs = $(shell $(MPICC) --showme:link)
$(B)/hanxin-cluster: $(cluster_objects) $(library)
	$(link)

# The conversations of the protocol's suites with several processes.
RANKS ?= 2 4
conversations := conform_position conform_search conform_start conform_states conform_uci sessions ucci_game
cluster-test: ## hanxin-cluster on this machine: processes killed and stopped, and the protocol's conversations with RANKS="2 4" processes
	@sh tests/prepare.sh '$(CC)' cluster
	@$(MAKE) --no-print-directory cluster build-tests
	@sh tests/cluster.sh $(B)
	@for ranks in $(RANKS); do echo "$$ranks processes:"; HANXIN_TEST_RANKS=$$ranks $(B)/tests/run $(conversations) || exit 1; done
